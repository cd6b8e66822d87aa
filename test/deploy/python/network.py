"""Types of the network and of Redis; see resources.py."""

import os

from cloudformation import aws, deleted_by, only, resource_type
from moto.elasticache.models import elasticache_backends


def create_vpc(_, properties):
    ec2 = aws("ec2")
    vpc = ec2.create_vpc(CidrBlock=properties["CidrBlock"])["Vpc"]["VpcId"]
    for attribute in ("EnableDnsSupport", "EnableDnsHostnames"):
        if attribute in properties:
            ec2.modify_vpc_attribute(VpcId=vpc, **{attribute: {"Value": properties[attribute]}})
    return vpc, {"VpcId": vpc, "CidrBlock": properties["CidrBlock"]}


resource_type("AWS::EC2::VPC", create_vpc, delete=lambda id: aws("ec2").delete_vpc(VpcId=id))


def permission(rule):
    """A rule as EC2's API has it."""
    made = only(rule, "IpProtocol", "FromPort", "ToPort")
    described = only(rule, "Description")
    if "CidrIp" in rule:
        return {**made, "IpRanges": [{"CidrIp": rule["CidrIp"], **described}]}
    group = rule.get("SourceSecurityGroupId") or rule["DestinationSecurityGroupId"]
    return {**made, "UserIdGroupPairs": [{"GroupId": group, **described}]}


def create_security_group(name, properties):
    ec2 = aws("ec2")
    id = ec2.create_security_group(
        GroupName=properties.get("GroupName", name),
        Description=properties["GroupDescription"],
        VpcId=properties["VpcId"],
    )["GroupId"]
    if properties.get("SecurityGroupIngress"):
        rules = [permission(rule) for rule in properties["SecurityGroupIngress"]]
        ec2.authorize_security_group_ingress(GroupId=id, IpPermissions=rules)
    if properties.get("SecurityGroupEgress"):
        # Given rules stand in place of the one that lets everything out.
        anything = ec2.describe_security_groups(GroupIds=[id])["SecurityGroups"][0]["IpPermissionsEgress"]
        ec2.revoke_security_group_egress(GroupId=id, IpPermissions=anything)
        rules = [permission(rule) for rule in properties["SecurityGroupEgress"]]
        ec2.authorize_security_group_egress(GroupId=id, IpPermissions=rules)
    return id, {"GroupId": id, "VpcId": properties["VpcId"]}


resource_type(
    "AWS::EC2::SecurityGroup",
    create_security_group,
    delete=lambda id: aws("ec2").delete_security_group(GroupId=id),
)


def associate(_, properties):
    id = aws("ec2").associate_route_table(**only(properties, "RouteTableId", "SubnetId"))["AssociationId"]
    return id, {"Id": id}


resource_type(
    "AWS::EC2::SubnetRouteTableAssociation",
    associate,
    delete=lambda id: aws("ec2").disassociate_route_table(AssociationId=id),
)


def create_cache_subnet_group(name, properties):
    name = name.lower()
    aws("elasticache").create_cache_subnet_group(
        CacheSubnetGroupName=name,
        CacheSubnetGroupDescription=properties["Description"],
        SubnetIds=properties["SubnetIds"],
    )
    return name, {}


def delete_cache_subnet_group(name):
    """Moto has no call for it."""
    for regions in elasticache_backends.values():
        regions[os.environ["AWS_REGION"]].cache_subnet_groups.pop(name, None)


resource_type("AWS::ElastiCache::SubnetGroup", create_cache_subnet_group, delete=delete_cache_subnet_group)


def create_replication_group(name, properties):
    # A name of CloudFormation's making: lower case, and no longer than ElastiCache takes.
    id = name.lower()[-40:].lstrip("-0123456789")
    group = aws("elasticache").create_replication_group(
        ReplicationGroupId=id,
        # Moto counts the nodes by this, and not by NumCacheClusters.
        ReplicasPerNodeGroup=int(properties["NumCacheClusters"]) - 1,
        **properties,
    )["ReplicationGroup"]
    endpoint = group["NodeGroups"][0]["PrimaryEndpoint"]
    return id, {
        # Moto cuts an attribute's path in Fn::Sub after its first word.
        "PrimaryEndPoint": endpoint["Address"],
        "PrimaryEndPoint.Address": endpoint["Address"],
        "PrimaryEndPoint.Port": endpoint["Port"],
    }


def modify_replication_group(id, properties):
    changeable = only(
        properties, "Engine", "CacheNodeType", "AutomaticFailoverEnabled", "MultiAZEnabled", "SnapshotRetentionLimit"
    )
    aws("elasticache").modify_replication_group(ReplicationGroupId=id, **changeable)


resource_type(
    "AWS::ElastiCache::ReplicationGroup",
    create_replication_group,
    modify_replication_group,
    lambda id: aws("elasticache").delete_replication_group(ReplicationGroupId=id),
)

# Moto has no parameter groups: this one has a name and nothing else.
resource_type("AWS::ElastiCache::ParameterGroup", lambda name, _: (name.lower(), {}))


def release_address(public_ip):
    ec2 = aws("ec2")
    ec2.release_address(AllocationId=ec2.describe_addresses(PublicIps=[public_ip])["Addresses"][0]["AllocationId"])


def detach_gateway(vpc):
    ec2 = aws("ec2")
    of_vpc = [{"Name": "attachment.vpc-id", "Values": [vpc]}]
    for gateway in ec2.describe_internet_gateways(Filters=of_vpc)["InternetGateways"]:
        ec2.detach_internet_gateway(InternetGatewayId=gateway["InternetGatewayId"], VpcId=vpc)


deleted_by("AWS::EC2::VPCEndpoint", lambda id: aws("ec2").delete_vpc_endpoints(VpcEndpointIds=[id]))
deleted_by("AWS::EC2::NatGateway", lambda id: aws("ec2").delete_nat_gateway(NatGatewayId=id))
deleted_by("AWS::EC2::EIP", release_address)
deleted_by("AWS::EC2::RouteTable", lambda id: aws("ec2").delete_route_table(RouteTableId=id))
deleted_by("AWS::EC2::VPCGatewayAttachment", detach_gateway)
deleted_by("AWS::EC2::InternetGateway", lambda id: aws("ec2").delete_internet_gateway(InternetGatewayId=id))
